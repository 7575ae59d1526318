import type { Service } from './start-service.ts';

/** Tells what was started, on standard output. */
export function announce(
  { apiUrl, firstApiKey }: Pick<Service, 'apiUrl' | 'firstApiKey'>,
  { json, wallet }: { json: boolean; wallet?: { name: string; address: string } },
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ apiUrl, apiKey: firstApiKey ?? null, wallet: wallet ?? null })}\n`);
    return;
  }
  const lines = [
    `Ferryman answers at ${apiUrl}`,
    ...(firstApiKey === undefined ? [] : [`API key, shown this once: ${firstApiKey}`]),
    ...(wallet
      ? [
          `Sandbox wallet "${wallet.name}": ${wallet.address}, funded on every chain`,
          "Nothing is configured: chains, journal and wallet are the sandbox's, in a temporary folder, and gone when this stops.",
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
