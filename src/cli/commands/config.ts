import type { Command } from 'commander';
import { describeConfig } from '../../config/describe-config.ts';
import { findSoleHosts } from '../../config/find-sole-hosts.ts';
import { checkConfig } from '../../config/load-config.ts';
import type { SoleHost } from '../../core/settlement/witnessed.ts';
import { publicJobKey } from '../../keys/create-job-seals.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCodes } from '../exit-code.ts';
import { widthOf } from '../layout.ts';
import { hanging } from '../wrap-text.ts';

/**
 * `ferryman config check`: every fault at once, or the effective configuration with a warning for
 * each chain that relies on a single host.
 */
export function registerConfig(program: Command, io: CliIo): void {
  const config = program.command('config').description('check the configuration');
  config
    .command('check')
    .description(
      'print every fault with its path, source and fix, or the effective configuration without secrets',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const checked = await checkConfig(io);
      if (!checked.ok) {
        io.exitWith(exitCodes.error);
        if (json) return io.print(JSON.stringify(checked, null, 2));
        for (const { path, source, message, fix } of checked.faults) {
          const lines = [`${path || '/'} ${message}`, `  source: ${source}`, `  fix:    ${fix}`];
          io.print(lines.map((line) => hanging(line, widthOf(io))).join('\n'));
        }
        const { length } = checked.faults;
        return io.tell(length === 1 ? '1 fault' : `${length} faults`);
      }
      const { intakeSecret } = checked.config;
      const effective = {
        ...describeConfig(checked.config),
        // For `guard.jobKeys` of the processes that execute the jobs accepted here.
        ...(intakeSecret === undefined ? {} : { jobKey: publicJobKey(intakeSecret) }),
      };
      const soleHosts = findSoleHosts(checked.config);
      if (json)
        return io.print(JSON.stringify({ ok: true, config: effective, soleHosts }, null, 2));
      for (const line of flatten(effective)) io.print(line);
      for (const line of soleHosts.flatMap(warnOf)) io.print(hanging(line, widthOf(io)));
    });
}

function warnOf({ chain, host, decisions }: SoleHost): string[] {
  return [
    `warning: ${chain} has one host, ${host}, which alone decides: ${decisions.join(', ')}`,
    `  fix:    add an endpoint of another operator to chains.${chain}.rpcUrls; other ports of ${host} do not count`,
  ];
}

/** One line per setting: its path and its value. */
function flatten(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}  ${String(value)}`];
  return Object.entries(value).flatMap(([member, inner]) => flatten(inner, `${path}/${member}`));
}
