/** How many entries a page without pages of its own lists at most. */
export const mostListed = 500;

/** Says so where the list is not whole. */
export function ListEnd({ count }: { count: number }) {
  return count < mostListed ? null : (
    <p className="hint">The first {mostListed} are listed. The API and the command list all.</p>
  );
}
