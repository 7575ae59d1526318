import type { Command } from 'commander';
import type { ConfigFault } from '../../config/config.ts';
import { checkConfig } from '../../config/load-config.ts';
import { type DoctorCheck, type DoctorReport, reportOf } from '../../core/doctor/doctor-report.ts';
import type { ExaminedRole } from '../../examine-setup.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { configuredOptions } from '../configured-options.ts';
import { exitCodes } from '../exit-code.ts';
import { type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { widthOf } from '../layout.ts';
import { showReport } from '../show-report.ts';

/** `ferryman doctor`: what is missing, all at once, and how to fix it. Signs and changes nothing. */
export function registerDoctor(program: Command, io: CliIo): void {
  withFolderOptions(program.command('doctor'))
    .description(
      'check what Ferryman needs to sign: the conditions of real networks, endpoints, gas, the routing service',
    )
    .option('--signer', 'check the configuration of `ferryman signer`: it needs no servers')
    .action(async ({ dataFolder, json, signer }: FolderOptions & { signer?: true }) => {
      const role = signer ? 'signer' : 'worker';
      const report = await reportFor(role, dataFolder, io);
      if (!report.ok) io.exitWith(exitCodes.error);
      io.print(json ? JSON.stringify(report, null, 2) : showReport(report, widthOf(io)));
    });
}

async function reportFor(
  role: ExaminedRole,
  dataFolder: string | undefined,
  io: CliIo,
): Promise<DoctorReport> {
  const { environment, folder } = io;
  const flags = { '--data-folder': dataFolder };
  const checked = await checkConfig({ flags, environment, folder });
  if (!checked.ok) return reportOf(checked.faults.map(checkOf), []);
  const { config } = checked;
  if (config.networks.kind === 'sandbox') return reportOf([sandbox], []);
  // Imported here: it loads every configured chain family.
  const { examineSetup } = await import('../../examine-setup.ts');
  const logger = createLogger({ level: 'silent' });
  const options = configuredOptions(config, logger, { signs: false, shares: false });
  return examineSetup(options, role);
}

function checkOf({ path, source, message, fix }: ConfigFault): DoctorCheck {
  const said = `${message} (${source})`;
  const subject = path || '/';
  return {
    area: 'configuration',
    subject,
    code: 'CONFIG_INVALID',
    status: 'fault',
    message: said,
    fix,
  };
}

const sandbox: DoctorCheck = {
  area: 'configuration',
  subject: '/chains',
  code: 'SANDBOX',
  status: 'warning',
  message:
    'no chain is configured, so nothing was checked: `ferryman up` starts a sandbox, whose coins are worth nothing',
  fix: 'For a service with chains, name its configuration file in FERRYMAN_CONFIG, or run the doctor in its folder.',
};
