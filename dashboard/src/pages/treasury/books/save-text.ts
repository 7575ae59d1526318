/** Has the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Later: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
