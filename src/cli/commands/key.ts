import type { Command } from 'commander';
import { createApiKey } from '../../api/api-key.ts';
import { loadConfig } from '../../config/load-config.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type ApiScope, apiScopes } from '../../ports/stores/api-key-store.ts';
import type { CliIo } from '../cli-io.ts';
import { withFerryman } from '../with-ferryman.ts';

/**
 * `ferryman key`: API keys, made by whoever may open the journal. An embedded one has to be at rest
 * for it.
 */
export function registerKey(program: Command, io: CliIo): void {
  const key = program.command('key').description('make keys for the API');
  key
    .command('create')
    .description(
      'make a key and show it, this once; of an embedded Ferryman only while it does not run',
    )
    .option('--scopes <list>', `of ${apiScopes.join(', ')}; default all`)
    .option('--json', 'print one JSON object')
    .action(async ({ scopes, json }: { scopes?: string; json?: true }) => {
      const wanted = parseScopes(scopes);
      const config = await loadConfig();
      if (config.networks.kind === 'sandbox') throw new FerrymanError('CONFIG_INVALID', onSandbox);
      const made = await withFerryman(config, (ferryman) => createApiKey(ferryman, wanted), {
        takesJobs: true,
      });
      io.print(json ? JSON.stringify({ ...made, scopes: wanted }) : made.key);
      if (!json) io.tell(`Its id, which jobs for the intake queue name: ${made.id}`);
    });
}

const onSandbox =
  'nothing is configured in this folder; the sandbox of `ferryman up` has only the key that it prints when it starts';

function parseScopes(list: string | undefined): readonly ApiScope[] {
  if (list === undefined) return apiScopes;
  return list.split(',').map((name) => {
    const scope = apiScopes.find((one) => one === name.trim());
    if (scope) return scope;
    throw new FerrymanError(
      'INVALID_REQUEST',
      `there is no scope "${name}"; there are ${apiScopes.join(', ')}`,
    );
  });
}
