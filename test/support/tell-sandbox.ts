/**
 * `POST` to the sandbox's control server; what it answers. Throws where the sandbox does not do as
 * it is told.
 */
export async function tellSandbox(
  controlUrl: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const answer = await fetch(`${controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refuses ${path}: ${await answer.text()}`);
  return answer.json();
}
