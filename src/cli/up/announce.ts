import type { Family } from '../../core/chains.ts';
import type { SandboxWallet } from './sandbox-home.ts';
import type { Service } from './start-service.ts';

/** Tells what was started, on standard output. */
export function announce(
  { apiUrl, firstApiKey }: Pick<Service, 'apiUrl' | 'firstApiKey'>,
  { json, wallets }: { json: boolean; wallets?: ReadonlyMap<Family, SandboxWallet> },
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ apiUrl, apiKey: firstApiKey ?? null, ...walletsJson(wallets) })}\n`);
    return;
  }
  const lines = [
    `Ferryman answers at ${apiUrl}`,
    ...(firstApiKey === undefined ? [] : [`API key, shown this once: ${firstApiKey}`]),
    ...(wallets
      ? [
          ...[...wallets].map(
            ([family, { name, address, accounts }]) =>
              `Sandbox wallet "${name}" (${family}): ${address}, ${furtherOf(accounts)}funded`,
          ),
          "Nothing is configured: chains, journal and wallets are the sandbox's, in a temporary folder, and gone when this stops.",
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function furtherOf(accounts: readonly string[]): string {
  return accounts.length === 0 ? '' : `with ${accounts.length} further accounts, `;
}

/** `wallet` is the one of the EVM chains. */
function walletsJson(wallets?: ReadonlyMap<Family, SandboxWallet>): Record<string, unknown> {
  return { wallet: wallets?.get('evm') ?? null, wallets: wallets ? Object.fromEntries(wallets) : {} };
}
