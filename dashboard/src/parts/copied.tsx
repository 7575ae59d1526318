import { useState } from 'react';
import { isMasked, Masked } from './masked.tsx';

/** A long text in short, such as a hash. A click copies it whole. */
export function Copied({ text, keep = 6 }: { text: string; keep?: number }) {
  const [isCopied, setCopied] = useState(false);
  // The service has shortened it already: there is nothing to copy.
  if (isMasked(text)) return <Masked text={text} />;
  const short =
    text.length > keep * 2 + 3 ? `${text.slice(0, keep + 2)}…${text.slice(-keep)}` : text;
  return (
    <button
      type="button"
      className="copied"
      title={`${text}\nClick to copy`}
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        setTimeout(() => setCopied(false), 1_500);
      }}
    >
      <span className="mono">{short}</span>
      <span className="copied-mark" role="status">
        {isCopied ? 'copied' : ''}
      </span>
    </button>
  );
}
