import { setTimeout as pause } from 'node:timers/promises';
import { createWalletClient, http } from 'viem';
import type { ServiceProcess } from '../support/service-process.ts';
import { adoptJournal } from './adopt-journal.ts';
import { reorganize, stall } from './chain-faults.ts';
import type { Crew } from './crew.ts';
import type { Fault } from './faults.ts';
import type { Servers, World } from './start-world.ts';

/** Carries out the faults that are no matter of a single request. */
export interface Actor {
  /** Resolves when whoever has come to the point may go on; never, where it is killed. */
  strike(fault: Fault, process: ServiceProcess): Promise<void>;
  /** Transactions that someone else sent from the wallets. */
  foreign: ReadonlySet<string>;
  /** Waits for what takes its time; throws where a fault could not be carried out. */
  finished(): Promise<void>;
}

/** How much a failing-over Redis loses, in milliseconds: what its append-only file may lose by its own documentation (`everysec`). */
const lostByFailover = 1_000;
/** How long a server is away. */
const away = 500;

export function createActor({ world, crew, log }: { world: World; crew: Crew; log(message: string): void }): Actor {
  const foreign = new Set<string>();
  const underWay: Promise<void>[] = [];
  let lastOnServers = Promise.resolve();
  let goBack: (() => Promise<void>) | undefined;

  /** One after another: two at once would be one. What waits at the point goes on meanwhile. */
  function onServers(act: (servers: Servers) => Promise<void>): void {
    const { servers } = world;
    if (!servers) throw new TypeError('the embedded form has no servers');
    lastOnServers = lastOnServers.then(() => act(servers));
    underWay.push(lastOnServers);
  }

  async function restore({ postgres }: Servers, act: 'back-up' | 'go-back'): Promise<void> {
    if (act === 'go-back') await crew.killAll();
    await postgres.stop();
    if (act === 'back-up') goBack = await postgres.backUp();
    else await goBack?.();
    await postgres.start();
    if (act === 'back-up') return;
    await crew.resume();
    await adoptJournal(world);
  }

  async function sendFromWallet({ chain, wallet }: Extract<Fault, { kind: 'foreign' }>): Promise<void> {
    const { rpcUrls } = world.endpoints.chains[chain];
    const account = world.wallets[wallet]?.account;
    if (!account) throw new TypeError(`there is no wallet ${wallet}`);
    const client = createWalletClient({ account, transport: http(rpcUrls[0] ?? '') });
    const maxFeePerGas = 20n * 10n ** 9n;
    const fees = { gas: 21_000n, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 2n };
    foreign.add(await client.sendTransaction({ chain: null, to: account.address, value: 0n, ...fees }));
  }

  return {
    foreign,
    async strike(fault, process) {
      log(`strikes: ${JSON.stringify(fault)}`);
      switch (fault.kind) {
        case 'kill':
          if (fault.whom === 'here') process.kill();
          else crew.killAny(fault.whom);
          return;
        case 'pause':
          process.suspend();
          await pause(fault.ms);
          process.resume();
          return;
        case 'flush':
          return world.servers?.redis.flush();
        case 'failover':
          return onServers(async ({ redis }) => {
            const toCopy = await redis.copy();
            await pause(lostByFailover);
            await toCopy();
          });
        case 'restart':
          return onServers(async ({ postgres }) => {
            await postgres.stop(fault.crash ? 'crash' : undefined);
            await pause(away);
            await postgres.start();
          });
        case 'restore':
          return onServers((servers) => restore(servers, fault.act));
        case 'reorg':
          if (fault.of === 'blocks') underWay.push(reorganize(world.endpoints.control.url, fault));
          return;
        case 'stall':
          underWay.push(stall(world.endpoints.control.url, fault));
          return;
        case 'foreign':
          return sendFromWallet(fault);
        default:
          throw new TypeError(`a ${fault.kind} is a matter of one request`);
      }
    },
    async finished() {
      await Promise.all(underWay);
    },
  };
}
