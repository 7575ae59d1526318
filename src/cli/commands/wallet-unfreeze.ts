import { frozenWalletJson } from '../../api/recovery-json.ts';
import type { FrozenWalletJson } from '../../api/schemas/recovery.ts';
import type { Family } from '../../core/swap/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Ferryman } from '../../ferryman.ts';
import type { ApiClient } from '../api-client.ts';
import { type BesideOptions, besideService } from '../beside-service.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed } from '../confirm.ts';
import {
  type InterventionOptions,
  interventionOf,
  recordIntervention,
  signedReason,
} from '../intervention-options.ts';
import { layoutOf } from '../layout.ts';
import { showLosses } from '../show-losses.ts';

export type UnfreezeOptions = BesideOptions &
  Partial<InterventionOptions> & { family?: Family; yes?: true };

/** Shows why a wallet is frozen. With a reason, also releases it and stores who did so and why. */
export async function unfreezeWallet(
  name: string,
  options: UnfreezeOptions,
  io: CliIo,
): Promise<void> {
  const { reason } = options;
  const request = reason === undefined ? undefined : { ...options, reason };
  if (request) interventionOf(request);
  const found = await besideService(options, io, {
    api: (client) => throughApi(client, name, options, io),
    journal: (ferryman) => onJournal(ferryman, name, options, io),
  });
  if (!found) return;
  if (options.json) io.print(JSON.stringify(found, null, 2));
  else io.print(asText(found, io));
  if (!found.released && found.frozenReason !== null) {
    io.tell(
      'Nothing was changed. Once you know who made these transactions, run the command again with --reason <text>.',
    );
  }
}

/** `undefined`: the person at the terminal does not want it. */
async function throughApi(
  client: ApiClient,
  name: string,
  { reason, by, family, yes }: UnfreezeOptions,
  io: CliIo,
): Promise<FrozenWalletJson | undefined> {
  if (reason === undefined) return client.inspectWallet(name, family);
  const shown = await client.inspectWallet(name, family);
  requireFrozen(shown);
  if (!(await isWanted(shown, { yes }, io, client))) return undefined;
  return client.unfreezeWallet(name, {
    reason: signedReason({ reason, ...(by === undefined ? {} : { by }) }),
    ...(family ? { family } : {}),
    ...seenIn(shown),
  });
}

async function onJournal(
  ferryman: Ferryman,
  name: string,
  { reason, family, ...options }: UnfreezeOptions,
  io: CliIo,
): Promise<FrozenWalletJson | undefined> {
  const found = await ferryman.inspectWallet(name, family);
  const shown = frozenWalletJson(found, false);
  if (reason === undefined) return shown;
  requireFrozen(shown);
  if (!(await isWanted(shown, options, io))) return undefined;
  const { wallet } = found;
  const request = interventionOf({ ...options, reason });
  await recordIntervention(ferryman, 'unfreezeWallet', `wallet ${wallet.name}`, request);
  return frozenWalletJson(
    await ferryman.unfreezeWallet({
      ...{ name: wallet.name, family: wallet.family },
      ...request,
      ...seenIn(shown),
    }),
    true,
  );
}

/** A freeze that comes after the look is not released with the one that was looked at. */
function seenIn({ frozenReason }: FrozenWalletJson): { frozenReason?: string } {
  return frozenReason === null ? {} : { frozenReason };
}

/**
 * A freeze that comes after the look would be released unseen, so nothing is asked for. Throws
 * `INVALID_REQUEST`.
 */
function requireFrozen({ name, frozenReason }: FrozenWalletJson): void {
  if (frozenReason === null)
    throw new FerrymanError('INVALID_REQUEST', `the wallet ${name} is not frozen`);
}

async function isWanted(
  shown: FrozenWalletJson,
  options: { yes?: true | undefined },
  io: CliIo,
  client?: ApiClient,
): Promise<boolean> {
  if (io.interactive && !options.yes) io.tell(asText(shown, io));
  return isConfirmed(`Release ${shown.name}, so that it signs again?`, options, io, client);
}

function asText(found: FrozenWalletJson, io: CliIo): string {
  const { name, family, address, frozenReason, released, chainNonces, lost } = found;
  if (frozenReason === null) return `${name}  ${family}  ${address}  is not frozen`;
  const counts = Object.entries(chainNonces)
    .map(([chain, nonce]) => `${chain} ${nonce}`)
    .join(', ');
  return [
    `${name}  ${family}  ${address}  ${released ? 'is released; it was' : 'is'} frozen: ${frozenReason}`,
    ...(counts === '' ? [] : [`transactions on its chains: ${counts}`]),
    ...(lost.length > 0
      ? ['signed, but lost by the journal:', showLosses(lost, layoutOf(io))]
      : []),
  ].join('\n');
}
