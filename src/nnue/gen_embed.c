// SPDX-License-Identifier: GPL-3.0-or-later
// Build program: writes the assembler source that puts a net file into the binary. The assembler
// copies the file (.incbin) far faster than a compiler reads an array, and the source names it by
// the path that the build uses, so that no path of this machine enters the result.
//
// gen_embed NET_PATH NET_NAME OUTPUT.S
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

static void write_source(FILE *out, const char *path, const char *name)
{
    fputs("/* Made by gen_embed. The net is aligned to a cache line, since kernels read it in\n"
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
          "#endif\n"
          "    PUBLIC(ravelin_net_begin)\n"
          "    PUBLIC(ravelin_net_end)\n"
          "    PUBLIC(ravelin_net_name)\n"
          "    .balign 64\n"
          "SYMBOL(ravelin_net_begin):\n"
          "    .incbin ",
          out);
    write_quoted(out, path);
    fputs("\nSYMBOL(ravelin_net_end):\n"
          "    .byte 0\n"
          "SYMBOL(ravelin_net_name):\n"
          "    .asciz ",
          out);
    write_quoted(out, name);
    fputs("\n"
          "#if defined(__ELF__)\n"
          "    .section .note.GNU-stack,\"\",%progbits\n"
          "#endif\n",
          out);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: gen_embed NET_PATH NET_NAME OUTPUT\n");
        return EXIT_FAILURE;
    }
    FILE *out = fopen(argv[3], "w");
    if (out == NULL) {
        perror(argv[3]);
        return EXIT_FAILURE;
    }
    write_source(out, argv[1], argv[2]);
    if (fclose(out) != 0) {
        perror(argv[3]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
