/** A text that a person may want to copy as it is, such as JSON. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="code-block" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}
