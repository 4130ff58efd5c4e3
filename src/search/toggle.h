#ifndef T_H
#define T_H
extern int g_off;
#define ON(b) (!(g_off & (b)))
#endif
