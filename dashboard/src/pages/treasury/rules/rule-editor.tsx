import { useId, useRef } from 'react';
import type { TextFault } from './json-text.ts';

interface RuleEditorProps {
  text: string;
  onChange(text: string): void;
  faults: readonly TextFault[];
}

/** A rule as JSON. Each fault is listed with its line, and leads there. */
export function RuleEditor({ text, onChange, faults }: RuleEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div>
      <label htmlFor={id}>The rule as JSON</label>
      <textarea
        ref={field}
        id={id}
        className="mono json"
        rows={16}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        maxLength={60_000}
        value={text}
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-faults`}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul id={`${id}-faults`} className="text-faults" aria-label="Faults of the rule">
        {faults.map((fault) => (
          <li key={`${fault.from} ${fault.message}`}>
            <button
              type="button"
              className="small"
              onClick={() => {
                field.current?.focus();
                field.current?.setSelectionRange(fault.from, fault.to);
              }}
            >
              Line {fault.line}
            </button>{' '}
            {fault.message}
            {fault.excerpt === '' ? null : <code className="under quiet">{fault.excerpt}</code>}
          </li>
        ))}
      </ul>
    </div>
  );
}
