/* A player in C, for every game: the first of the moves that it is given. */
#include <stdio.h>

int main(void) {
    char move[32];
    while (scanf("%*s %*s %*s %31s%*[^\n]", move) == 1) { /* board, position, mark, moves */
        puts(move);
        fflush(stdout);
    }
    return 0;
}
