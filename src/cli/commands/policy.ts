import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { widthOf } from '../layout.ts';
import { readJsonFile } from '../read-json-file.ts';
import { hanging } from '../wrap-text.ts';

/** `ferryman policy …`: what goes into the guard's policy file. */
export function registerPolicy(program: Command, io: CliIo): void {
  const policy = program.command('policy').description('find out what a policy has to name');

  withFolderOptions(policy.command('learn'))
    .description(
      'ask the routing service for the routes of a job, and print what a policy has to name for them; signs nothing, and needs no running service',
    )
    .requiredOption('--job <file>', 'the job, as it is submitted to the API')
    .action(async ({ job, ...options }: FolderOptions & { job: string }) => {
      // Imported here: they load every chain family.
      const { learnConfigured } = await import('../../offline/learn-configured.ts');
      const { policyFragment } = await import('../../offline/policy-fragment.ts');
      const routes = await learnConfigured(
        await configOf(options, io),
        await readJsonFile(job, io),
      );
      const fragment = policyFragment(routes);
      if (options.json) return io.print(JSON.stringify({ routes, policy: fragment }, null, 2));
      io.print(JSON.stringify(fragment, null, 2));
      for (const { provider, swapType, refusals, missing } of routes) {
        const notes = [
          ...refusals.map((refusal) => `the guard refuses it: ${refusal}`),
          ...(missing === undefined ? [] : [`not everything could be read: ${missing}`]),
        ];
        const told = notes.length === 0 ? 'read' : notes.join('; ');
        io.tell(hanging(`${provider} (${swapType}): ${told}`, widthOf(io)));
      }
      io.tell('Compare addresses and code with what the providers publish before you name them.');
    });
}
