import { defaultFamily } from '../../core/swap/chains.ts';
import type { NewApiKey } from '../../executor/api-keys/create-api-key.ts';
import { renderTable } from '../render-table.ts';
import type { SandboxHome } from './sandbox-home.ts';
import type { Service } from './start-service.ts';

interface Announced {
  json: boolean;
  sandbox?: Pick<SandboxHome, 'endpoints' | 'wallets'> | undefined;
  /** What the operator must do before jobs can be paid. Not part of the JSON. */
  toDo?: string | undefined;
}

/** Prints on standard output what was started. */
export function announce(
  { apiUrl, intake, firstApiKey }: Pick<Service, 'apiUrl' | 'intake' | 'firstApiKey'>,
  { json, sandbox, toDo }: Announced,
): void {
  if (json) {
    const started = { apiUrl, intake, ...keyJson(firstApiKey), ...sandboxJson(sandbox) };
    process.stdout.write(`${JSON.stringify(started)}\n`);
    return;
  }
  const lines = [
    `Ferryman answers at ${apiUrl}`,
    `Dashboard, for a browser: ${apiUrl} (sign in with an API key)`,
    `Intake queue for BullMQ producers: ${JSON.stringify(intake)}`,
    ...(firstApiKey === undefined ? [] : keyLines(firstApiKey)),
    ...(sandbox ? sandboxLines(sandbox) : []),
    ...(toDo === undefined ? [] : [toDo]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function keyLines({ id, key }: NewApiKey): string[] {
  return [
    `API key, shown only once: ${key}`,
    `Its id, which jobs for the intake queue name: ${id}`,
  ];
}

function keyJson(first?: NewApiKey): Record<string, unknown> {
  return { apiKey: first?.key ?? null, apiKeyId: first?.id ?? null };
}

function sandboxLines({
  endpoints,
  wallets,
}: Pick<SandboxHome, 'endpoints' | 'wallets'>): string[] {
  const tokens = Object.entries(endpoints.chains).flatMap(
    ([chain, { tokens: listed, nativeToken }]) => [
      [chain, nativeToken.symbol, 'native'],
      ...listed.map(({ symbol, address }) => [chain, symbol, address]),
    ],
  );
  return [
    ...[...wallets].map(
      ([family, { name, address, accounts }]) =>
        `Sandbox wallet "${name}" (${family}): ${address}, ${furtherOf(accounts)}funded`,
    ),
    '',
    renderTable([{ title: 'chain' }, { title: 'token' }, { title: 'address' }], tokens, {
      width: 80,
      wide: false,
    }),
    '',
    `Sandbox control server: ${endpoints.control.url} (GET /endpoints shows all of this as JSON, POST /fund funds an account)`,
    'Nothing is configured: chains, journal and wallets belong to the sandbox. They are in a temporary folder and are lost when Ferryman stops.',
  ];
}

function furtherOf(accounts: readonly string[]): string {
  return accounts.length === 0 ? '' : `with ${accounts.length} further accounts, `;
}

/** `wallet` is the wallet of the EVM chains. */
function sandboxJson(
  sandbox?: Pick<SandboxHome, 'endpoints' | 'wallets'>,
): Record<string, unknown> {
  if (!sandbox) return { wallet: null, wallets: {} };
  const { endpoints, wallets } = sandbox;
  const controlUrl = endpoints.control.url;
  return {
    wallet: wallets.get(defaultFamily) ?? null,
    wallets: Object.fromEntries(wallets),
    controlUrl,
  };
}
