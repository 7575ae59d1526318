/** A text of the service in which names stand in backticks. */
export function Prose({ text }: { text: string }) {
  // Every second part was between two backticks. The text does not change, so its places are keys.
  const parts = text.split('`').map((part, index) => ({ part, key: `${index}` }));
  return parts.map(({ part, key }) =>
    Number(key) % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>,
  );
}
