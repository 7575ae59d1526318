import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { CliIo } from './cli-io.ts';

/** The options of commands that work on the data folder themselves. */
export interface FolderOptions {
  dataFolder?: string;
  json?: true;
}

export function withFolderOptions(command: Command): Command {
  return command
    .option('--data-folder <path>', 'also FERRYMAN_DATA_FOLDER')
    .option('--json', 'print JSON');
}

/** Throws `CONFIG_INVALID`. */
export function configOf(
  { dataFolder }: FolderOptions,
  { environment, folder }: CliIo,
): Promise<Config> {
  return loadConfig({ flags: { '--data-folder': dataFolder }, environment, folder });
}
