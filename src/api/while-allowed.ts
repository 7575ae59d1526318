/** Milliseconds between two looks whether the reader may still read. */
const checkEvery = 3_000;

/** The pieces of a long answer, until `requireCaller` throws; what it throws breaks the answer off. */
export async function* whileAllowed<Piece>(
  pieces: AsyncIterable<Piece>,
  requireCaller: () => Promise<void>,
  every: number = checkEvery,
): AsyncGenerator<Piece> {
  let checkedAt = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - checkedAt >= every) {
      await requireCaller();
      checkedAt = performance.now();
    }
    yield piece;
  }
}
