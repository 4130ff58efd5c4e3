# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of ravelin's command line for bash.
_ravelin() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options="--isa --version --help"
    local commands="bench perft perftauto d fen moves eval nnue kernels play go uci license help"
    case $before in
    --isa)
        local levels="scalar sse41 avx2 avxvnni avx512 avx512vnni best"
        mapfile -t COMPREPLY < <(compgen -W "$levels" -- "$word")
        return
        ;;
    esac
    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == --isa && $COMP_CWORD -eq 3 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options $commands" -- "$word")
    fi
}
complete -F _ravelin ravelin
