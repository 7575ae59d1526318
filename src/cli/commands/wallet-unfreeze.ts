import type { Ferryman } from '../../compose.ts';
import type { Config } from '../../config/config.ts';
import type { Family } from '../../core/swap/chains.ts';
import type { CliIo } from '../cli-io.ts';
import type { FolderOptions } from '../folder-options.ts';
import { type InterventionOptions, interventionOf } from '../intervention-options.ts';
import { lossesJson, showLosses } from '../show-losses.ts';
import { withFerryman } from '../with-ferryman.ts';

export type UnfreezeOptions = FolderOptions & Partial<InterventionOptions> & { family?: Family };

/** Shows why a wallet is frozen. With a reason, also releases it and stores who did so and why. */
export async function unfreezeWallet(
  name: string,
  options: UnfreezeOptions,
  config: Config,
  io: CliIo,
): Promise<void> {
  const { reason, family, json } = options;
  const found = await withFerryman(config, (ferryman) =>
    reason === undefined
      ? ferryman.inspectWallet(name, family)
      : ferryman.unfreezeWallet({
          name,
          ...(family ? { family } : {}),
          ...interventionOf({ ...options, reason }),
        }),
  );
  const released = reason !== undefined;
  if (json) io.print(JSON.stringify(asJson(found, released), null, 2));
  else io.print(asText(found, released));
  if (!released && found.wallet.frozenReason !== undefined) {
    io.tell(
      'Nothing was changed. Once you know who made these transactions, run the command again with --reason <text>.',
    );
  }
}

type Found = Awaited<ReturnType<Ferryman['inspectWallet']>>;

function asText({ wallet, chainNonces, lost }: Found, released: boolean): string {
  const { name, family, address, frozenReason } = wallet;
  if (frozenReason === undefined) return `${name}  ${family}  ${address}  is not frozen`;
  const counts = [...chainNonces].map(([chain, nonce]) => `${chain} ${nonce}`).join(', ');
  return [
    `${name}  ${family}  ${address}  ${released ? 'is released; it was' : 'is'} frozen: ${frozenReason}`,
    ...(counts === '' ? [] : [`transactions on its chains: ${counts}`]),
    ...(lost.length > 0 ? ['signed, but lost by the journal:', showLosses(lost)] : []),
  ].join('\n');
}

function asJson({ wallet, chainNonces, lost }: Found, released: boolean): unknown {
  const { name, family, address, frozenReason = null } = wallet;
  const nonces = Object.fromEntries(
    [...chainNonces].map(([chain, nonce]) => [chain, nonce.toString()]),
  );
  return {
    name,
    family,
    address,
    frozenReason,
    released,
    chainNonces: nonces,
    lost: lossesJson(lost),
  };
}
