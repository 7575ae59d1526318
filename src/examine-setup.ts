import { type FerrymanOptions, openListings } from './compose.ts';
import { type DoctorCheck, type DoctorReport, reportOf } from './core/doctor/doctor-report.ts';
import { toFerrymanError } from './errors/ferryman-error.ts';
import { examine } from './executor/doctor/examine.ts';
import { openKeySource } from './key-source.ts';
import type { ListedWallet } from './keys/list-wallets.ts';
import { openChains } from './open-chains.ts';
import { machineClock } from './ports/clock.ts';
import { noWork } from './ports/work-counts.ts';

/**
 * What a Ferryman with these options would need and does not have. It opens no journal and no
 * queue, so it may run beside the service.
 */
export async function examineSetup(options: FerrymanOptions): Promise<DoctorReport> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const { found, faults } = await readKeySource(options, closers);
    const wallets = async () => found;
    const tools = { clock: machineClock, work: noWork(), wallets, signs: false };
    const { chains, gate } = await openChains(options, tools);
    const listings = listingsOf(options.router);
    const report = await examine({ chains: [...chains.values()], gate, listings, wallets: found });
    return reportOf([...faults, ...report.checks], report.networks);
  } finally {
    await Promise.all(closers.map((close) => close()));
  }
}

/** The wallets, without a password. A signer that does not answer is a fault of its own. */
async function readKeySource(
  options: FerrymanOptions,
  closers: (() => Promise<void>)[],
): Promise<{ found: ListedWallet[]; faults: DoctorCheck[] }> {
  try {
    return { found: await openKeySource(options, closers).wallets(), faults: [] };
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    const subject = options.signer?.socket ?? options.dataFolder;
    const fix =
      options.signer?.socket === undefined
        ? 'Restore the keystore, or move it out of the data folder.'
        : 'Start `ferryman signer`, or correct signer.socket.';
    const fault = { area: 'configuration', subject, code, status: 'fault', message, fix } as const;
    return { found: [], faults: [fault] };
  }
}

function listingsOf(router: FerrymanOptions['router']) {
  const { chains, providers } = openListings(router);
  return {
    chains,
    async providers() {
      const { crossChain, onChain } = await providers();
      return {
        'cross-chain': crossChain.map(({ name }) => name),
        'on-chain': onChain.map(({ name }) => name),
      };
    },
  };
}
