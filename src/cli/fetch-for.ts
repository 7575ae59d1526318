import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { Config } from '../config/config.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** `fetch`, which trusts the authorities of a PEM file too. @throws `CONFIG_INVALID` */
export async function fetchFor({
  caFile,
}: Pick<Config['client'], 'caFile'>): Promise<typeof fetch> {
  if (caFile === undefined) return fetch;
  const pem = await readFile(caFile, 'utf8').catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FerrymanError('CONFIG_INVALID', `the CA file cannot be read: ${why}`, { cause });
  });
  // Imported here: only this command line needs it.
  const { Agent, fetch: fetchWith } = await import('undici');
  const dispatcher = new Agent({ connect: { ca: [...rootCertificates, pem] } });
  return ((url: string, request: object) =>
    fetchWith(url, { ...request, dispatcher })) as unknown as typeof fetch;
}
