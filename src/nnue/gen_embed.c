// SPDX-License-Identifier: GPL-3.0-or-later
// Build program: writes the assembler source that puts a file into the binary. The assembler
// copies the file (.incbin) far faster than a compiler reads an array, and the source names it by
// the path that the build uses, so that no path of this machine enters the result.
//
// gen_embed SYMBOL PATH NAME OUTPUT.S
//
// SYMBOL_begin and SYMBOL_end enclose the bytes, SYMBOL_name is the name.
#include <stdio.h>
#include <stdlib.h>

static void write_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        putc(*text, out);
    }
    putc('"', out);
}

static const char *const PARTS[] = {"begin", "end", "name"};

static void write_source(FILE *out, const char *symbol, const char *path, const char *name)
{
    fputs("/* Made by gen_embed. The file is aligned to a cache line, since kernels read a net in\n"
          "   place, and read-only. */\n"
          "#if defined(__APPLE__)\n"
          "#define SYMBOL(name) _##name\n"
          "#define PUBLIC(name) .globl _##name\n"
          "    .section __TEXT,__const\n"
          "#elif defined(_WIN32)\n"
          "#define SYMBOL(name) name\n"
          "#define PUBLIC(name) .globl name\n"
          "    .section .rdata,\"dr\"\n"
          "#else\n"
          "#define SYMBOL(name) name\n"
          "#define PUBLIC(name) .globl name; .hidden name; .type name, %object\n"
          "    .section .rodata\n"
          "#endif\n",
          out);
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++)
        fprintf(out, "    PUBLIC(%s_%s)\n", symbol, PARTS[i]);
    fprintf(out, "    .balign 64\nSYMBOL(%s_begin):\n    .incbin ", symbol);
    write_quoted(out, path);
    fprintf(out, "\nSYMBOL(%s_end):\n    .byte 0\nSYMBOL(%s_name):\n    .asciz ", symbol, symbol);
    write_quoted(out, name);
    fputs("\n"
          "#if defined(__ELF__)\n"
          "    .section .note.GNU-stack,\"\",%progbits\n"
          "#endif\n",
          out);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: gen_embed SYMBOL PATH NAME OUTPUT\n");
        return EXIT_FAILURE;
    }
    FILE *out = fopen(argv[4], "w");
    if (out == NULL) {
        perror(argv[4]);
        return EXIT_FAILURE;
    }
    write_source(out, argv[1], argv[2], argv[3]);
    if (fclose(out) != 0) {
        perror(argv[4]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
