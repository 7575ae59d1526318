/** Whether the service has hidden the text from the key. No id, hash or address has the sign. */
export function isMasked(text: string): boolean {
  return text.includes('…');
}

/** What the service leaves of an address or a hash, or that it hides something. */
export function Masked({ text = 'masked' }: { text?: string }) {
  return (
    <span className="quiet" title="Masked: your API key does not see it.">
      {text === 'masked' ? text : <span className="mono">{text}</span>}
    </span>
  );
}
