import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openListings } from './compose.ts';
import { type DoctorCheck, type DoctorReport, reportOf } from './core/doctor/doctor-report.ts';
import { toFerrymanError } from './errors/ferryman-error.ts';
import { examine } from './executor/doctor/examine.ts';
import type { FerrymanOptions } from './ferryman-options.ts';
import { openKeySource } from './key-source.ts';
import { knowsJobKeys } from './keys/create-job-seals.ts';
import type { ListedWallet } from './keys/list-wallets.ts';
import { openChains, signerSetupOf } from './open-chains.ts';
import { machineClock } from './ports/clock.ts';
import { noWork } from './ports/work-counts.ts';

/** Whose configuration is examined: that of the service and its workers, or that of `ferryman signer`. */
export type ExaminedRole = 'worker' | 'signer';

/**
 * What a Ferryman with these options would need and does not have. It opens no journal and no
 * queue, so it may run beside the service.
 */
export async function examineSetup(
  options: FerrymanOptions,
  role: ExaminedRole = 'worker',
): Promise<DoctorReport> {
  const closers: (() => Promise<void>)[] = [];
  const isSigner = role === 'signer';
  try {
    const keys = await readKeySource({ ...options, asksSigner: !isSigner }, closers);
    const faults = [
      ...keys.faults,
      ...(isSigner ? await examineSocket(options) : []),
      ...(await examineJobKeys(options, role)),
    ];
    const wallets = async () => keys.found;
    const { chains, gate } = await openChains(options, {
      ...{ clock: machineClock, work: noWork(), wallets, signs: false },
      ...(isSigner ? { setup: signerSetupOf(options) } : {}),
    });
    const report = await examine({
      ...{ chains: [...chains.values()], gate, wallets: keys.found },
      ...(isSigner ? {} : { listings: listingsOf(options.router) }),
    });
    return reportOf([...faults, ...report.checks], report.networks);
  } finally {
    await Promise.all(closers.map((close) => close()));
  }
}

/** A signer creates its socket in a folder that has to be there. */
async function examineSocket({ signer }: FerrymanOptions): Promise<DoctorCheck[]> {
  const about = { area: 'configuration', code: 'SIGNER_SOCKET', status: 'fault' } as const;
  const socket = signer?.socket;
  if (socket === undefined)
    return [
      {
        ...{ ...about, subject: '/signer/socket', message: 'the signer has no socket' },
        fix: 'Set signer.socket, or FERRYMAN_SIGNER_SOCKET, here and for the workers.',
      },
    ];
  const folder = dirname(socket);
  return access(folder, constants.W_OK).then(
    () => [],
    () => [
      {
        ...{
          ...about,
          subject: socket,
          message: `${folder} is not there, or this user cannot create a file in it`,
        },
        fix: 'Create the folder for the signer’s user (`ferryman-signer.service` does), and run the doctor as that user.',
      },
    ],
  );
}

/** Without a known seal every swap waits. An embedded service makes its keys at its first start. */
async function examineJobKeys(
  options: FerrymanOptions,
  role: ExaminedRole,
): Promise<DoctorCheck[]> {
  if (role === 'worker' && options.databaseUrl === undefined) return [];
  if (await knowsJobKeys(options)) return [];
  return [
    {
      area: 'configuration',
      subject: '/guard/jobKeys',
      code: 'JOB_KEYS',
      status: 'fault',
      message:
        'no process is known whose jobs are executed, so every swap would wait with JOB_KEY_UNKNOWN',
      fix: 'Run `ferryman config check` with the settings of the API, and add the `/jobKey` that it prints to guard.jobKeys.',
    },
  ];
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
    const socket = options.asksSigner === false ? undefined : options.signer?.socket;
    const subject = socket ?? options.dataFolder;
    const fix =
      socket === undefined
        ? 'Restore the keystore, or move it out of the data folder.'
        : 'Start `ferryman signer`, correct signer.socket, or run the doctor as a user in the group of the socket. For the configuration of the signer itself: `ferryman doctor --signer`.';
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
