import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';

export interface CommandEntry {
  name: string;
  summary: string;
  /** Loaded only when the command is called: a `--help` should not wait for chain libraries. */
  load(): Promise<(program: Command, io: CliIo) => void>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'run swaps among local chains and check every one of them on its chain',
    load: async () => (await import('./commands/demo.ts')).registerDemo,
  },
  {
    name: 'up',
    summary: 'run the service with its API until stopped',
    load: async () => (await import('./commands/up.ts')).registerUp,
  },
  {
    name: 'api',
    summary: 'run the API alone, on Redis and Postgres servers, until stopped',
    load: async () => (await import('./commands/api.ts')).registerApi,
  },
  {
    name: 'worker',
    summary: 'run one role alone, on Redis and Postgres servers, until stopped',
    load: async () => (await import('./commands/worker.ts')).registerWorker,
  },
  {
    name: 'signer',
    summary: 'keep the keys apart, and sign what workers of another user ask for',
    load: async () => (await import('./commands/signer.ts')).registerSigner,
  },
  {
    name: 'sandbox',
    summary: 'run local chains and a routing service until stopped',
    load: async () => (await import('./commands/sandbox.ts')).registerSandbox,
  },
  {
    name: 'swap',
    summary: 'quote, create, show, watch, wait for, cancel, retry, acknowledge and resolve swaps',
    load: async () => (await import('./commands/swap.ts')).registerSwap,
  },
  {
    name: 'bulk',
    summary: 'list, show, pause, resume and abort bulk actions, and list their swaps',
    load: async () => (await import('./commands/bulk.ts')).registerBulk,
  },
  {
    name: 'approvals',
    summary: 'list, show, approve, reject and revoke what the guard holds swaps for',
    load: async () => (await import('./commands/approvals.ts')).registerApprovals,
  },
  {
    name: 'events',
    summary: 'list the events of swaps and wallets, or follow them',
    load: async () => (await import('./commands/events.ts')).registerEvents,
  },
  {
    name: 'lanes',
    summary: 'list the lanes in which swaps wait or hold slots',
    load: async () => (await import('./commands/lanes.ts')).registerLanes,
  },
  {
    name: 'balances',
    summary: 'list balances as they were last read, and what is reserved of them',
    load: async () => (await import('./commands/balances.ts')).registerBalances,
  },
  {
    name: 'allowances',
    summary: 'list what wallets have allowed spenders to take',
    load: async () => (await import('./commands/allowances.ts')).registerAllowances,
  },
  {
    name: 'errors',
    summary: 'group swaps by what they wait for or ended with',
    load: async () => (await import('./commands/errors.ts')).registerErrors,
  },
  {
    name: 'service',
    summary: 'show the chains, providers and wallets of a running service',
    load: async () => (await import('./commands/service.ts')).registerService,
  },
  {
    name: 'caps',
    summary: 'list the caps on payments and their use',
    load: async () => (await import('./commands/caps.ts')).registerCaps,
  },
  {
    name: 'treasury',
    summary:
      'apply, pause and resume rules; plan and list what they do, balances over time, and the books',
    load: async () => (await import('./commands/treasury.ts')).registerTreasury,
  },
  {
    name: 'stop',
    summary: 'stop signing of all, or of one chain, provider, wallet or lane',
    load: async () => (await import('./commands/stop.ts')).registerStop,
  },
  {
    name: 'resume',
    summary: 'resume signing that was stopped',
    load: async () => (await import('./commands/stop.ts')).registerResume,
  },
  {
    name: 'guard',
    summary: 'judge an answer of the routing service, explain a rule, check a policy file',
    load: async () => (await import('./commands/guard.ts')).registerGuard,
  },
  {
    name: 'policy',
    summary: 'find out what a policy has to name for a job',
    load: async () => (await import('./commands/policy.ts')).registerPolicy,
  },
  {
    name: 'audit',
    summary: 'show and check what operators did',
    load: async () => (await import('./commands/audit.ts')).registerAudit,
  },
  {
    name: 'wallet',
    summary: 'create, import and list wallets of the keystore, and release frozen ones',
    load: async () => (await import('./commands/wallet.ts')).registerWallet,
  },
  {
    name: 'journal',
    summary: 'compare the journal with what the keys have signed',
    load: async () => (await import('./commands/journal.ts')).registerJournal,
  },
  {
    name: 'backup',
    summary: 'back up the journal, check a backup, and restore it',
    load: async () => (await import('./commands/backup.ts')).registerBackup,
  },
  {
    name: 'retention',
    summary: 'move old answers of the routing service out of the journal',
    load: async () => (await import('./commands/retention.ts')).registerRetention,
  },
  {
    name: 'chains',
    summary: 'list the chain identifiers, or compare them with a routing service’s',
    load: async () => (await import('./commands/chains.ts')).registerChains,
  },
  {
    name: 'providers',
    summary: 'list the providers’ identifiers, or compare them with a routing service’s',
    load: async () => (await import('./commands/providers.ts')).registerProviders,
  },
  {
    name: 'key',
    summary: 'make, list, rotate and revoke keys for the API',
    load: async () => (await import('./commands/key.ts')).registerKey,
  },
  {
    name: 'webhook',
    summary: 'make, list, change, try and replay webhooks, which send events to other programs',
    load: async () => (await import('./commands/webhook.ts')).registerWebhook,
  },
  {
    name: 'profile',
    summary: 'store, show and choose the services that commands call',
    load: async () => (await import('./commands/profile.ts')).registerProfile,
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands in a shell',
    load: async () => (await import('./commands/completion.ts')).registerCompletion,
  },
  {
    name: 'config',
    summary: 'check the configuration',
    load: async () => (await import('./commands/config.ts')).registerConfig,
  },
  {
    name: 'doctor',
    summary: 'check what Ferryman needs to sign, and how to fix what is missing',
    load: async () => (await import('./commands/doctor.ts')).registerDoctor,
  },
];
