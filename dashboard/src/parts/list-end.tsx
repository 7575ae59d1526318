/** A list that is not read page by page has so many entries at most. */
export const maxListed = 500;

/** Says where a list is not whole. */
export function ListEnd({ count }: { count: number }) {
  return count < maxListed ? null : (
    <p className="hint">The first {maxListed} are listed. The API and the command list all.</p>
  );
}
