// SPDX-License-Identifier: GPL-3.0-or-later
// Published perft counts. The first seven are positions 1 to 6 of the Chess Programming Wiki's
// "Perft Results"; the traps are a collection of Martin Sedlak that engine authors pass around; the
// Chess960 ones are of the wiki's "Chess960 Perft Results".
#include "position/fen.h"
#include "position/perft.h"

static const PerftCase CASES[] = {
    {"initial position", FEN_START, false, 5, 4865609},
    {"kiwipete: everything at once",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, 4, 4085603},
    {"pins and en passant along the rank", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, 6,
     11030083},
    {"promotions and lost castling rights, White",
     "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false, 5, 15833292},
    {"promotions and lost castling rights, Black",
     "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", false, 4, 422333},
    {"promotion with capture beside the king",
     "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false, 4, 2103487},
    {"middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     false, 4, 3894594},
    {"en passant uncovers the king, rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", false, 6, 1134888},
    {"en passant uncovers the king, diagonal", "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", false, 6,
     824064},
    {"en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", false, 6, 1440467},
    {"short castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", false, 6, 661072},
    {"long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", false, 6, 803711},
    {"castling rights lost by captures", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", false, 4,
     1274206},
    {"castling through attacked squares", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", false, 4,
     1720476},
    {"promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", false, 6, 3821001},
    {"discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", false, 5, 1004658},
    {"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", false, 6, 217342},
    {"underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", false, 6, 92683},
    {"stalemate of oneself", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", false, 6, 2217},
    {"stalemate and mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", false, 7, 567584},
    {"double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", false, 4, 23527},
    {"218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false, 1, 218},
    {"Chess960: kings and rooks on the king side",
     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true, 4, 326672},
    {"Chess960: rook beside the king",
     "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", true, 4, 667366},
    {"Chess960: one side may castle", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
     true, 4, 273318},
    {"Chess960: the castling rook is the shield", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true, 1, 5},
};

const PerftCase *perft_cases(int *count)
{
    *count = (int)(sizeof CASES / sizeof CASES[0]);
    return CASES;
}
