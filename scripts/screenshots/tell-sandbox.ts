/** `POST` to the sandbox's control server. */
export async function tellSandbox(controlUrl: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refuses ${path}: ${await answer.text()}`);
}
