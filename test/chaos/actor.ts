import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../support/service-process.ts';
import { forgettableOrders } from './audit-deposits.ts';
import type { ExternalUse } from './audit-input.ts';
import { reorganize, stall } from './chain-faults.ts';
import type { Crew } from './crew.ts';
import { runChainsOf } from './families/run-chains.ts';
import type { Fault } from './faults.ts';
import { adoptJournal, countForgotten, readEpoch, releaseWallets } from './operator.ts';
import { arePoolsEmpty } from './pools.ts';
import { type OrdersView, readOrders } from './read-orders.ts';
import type { Servers, World } from './start-world.ts';

/** Carries out the faults that are no matter of a single request. */
export interface Actor {
  /** Resolves when whoever has come to the point may go on; never, where it is killed. */
  strike(fault: Fault, process: ServiceProcess): Promise<void>;
  /** Transactions that someone else sent from the wallets. */
  foreign: readonly ExternalUse[];
  /** Faults that were carried out and struck nothing, in words. */
  missed(): readonly string[];
  /** Ids of the orders by deposit that the journal may have forgotten when it went back. */
  forgettable(): ReadonlySet<string>;
  /**
   * Whether the journal was backed up and has not gone back: what it learns now it will not know.
   */
  mayGoBack(): boolean;
  /** Whether something is under way that takes its time. */
  isDisturbed(): boolean;
  /** Waits for what takes its time; throws where a fault could not be carried out. */
  finished(): Promise<void>;
  /**
   * A person releases the wallets that are frozen, unless something of them may still get into a
   * block. Tells whether any was.
   */
  releaseWallets(): Promise<boolean>;
}

/**
 * How much a failing-over Redis loses, in milliseconds: what its append-only file may lose by its
 * own documentation (`everysec`).
 */
const lostByFailover = 1_000;
/** How long a server is away. */
const away = 500;

interface ActorOptions {
  world: World;
  crew: Crew;
  /** Whether a person adopts the journal after a restore, and releases wallets. */
  hasOperator: boolean;
  log(message: string): void;
}

export function createActor({ world, crew, hasOperator, log }: ActorOptions): Actor {
  const foreign: ExternalUse[] = [];
  const missed: string[] = [];
  const underWay: Promise<void>[] = [];
  let busy = 0;
  let lastOnServers = Promise.resolve();
  let goBack: (() => Promise<void>) | undefined;
  let isBackedUp = false;
  let atBackUp: OrdersView['deposits'] = [];
  let forgettable: ReadonlySet<string> = new Set();

  function begin(act: Promise<void>): void {
    busy += 1;
    const ended = act.finally(() => {
      busy -= 1;
    });
    // Told when all is finished.
    ended.catch(() => undefined);
    underWay.push(ended);
  }

  /** One after another: two at once would be one. What waits at the point goes on meanwhile. */
  function onServers(act: (servers: Servers) => Promise<void>): void {
    const { servers } = world;
    if (!servers) throw new TypeError('the embedded form has no servers');
    lastOnServers = lastOnServers.then(() => act(servers));
    begin(lastOnServers);
  }

  async function restore({ postgres }: Servers, act: 'back-up' | 'go-back'): Promise<void> {
    if (act === 'back-up') isBackedUp = true;
    else await crew.killAll();
    const { deposits } = await readOrders(world.endpoints.control.url);
    if (act === 'back-up') atBackUp = deposits;
    else forgettable = forgettableOrders(atBackUp, deposits);
    await postgres.stop();
    if (act === 'back-up') goBack = await postgres.backUp();
    else await goBack?.();
    await postgres.start();
    if (act === 'back-up') return;
    await crew.resume();
    isBackedUp = false;
    const epoch = await readEpoch(world);
    log(`the restored journal is at epoch ${epoch}`);
    if (epoch === 0n) return nothingForgotten(await countForgotten(world));
    if (!hasOperator) return;
    log(
      `a person adopts the journal, which could not import ${await adoptJournal(world)} transactions`,
    );
  }

  async function sendFromWallet({
    chain: name,
    wallet: index,
  }: Extract<Fault, { kind: 'foreign' }>): Promise<void> {
    const chain = runChainsOf(world.endpoints).find((one) => one.name === name);
    const ofFamily = world.wallets.filter(({ family }) => family === chain?.family);
    const wallet = ofFamily[index % ofFamily.length];
    if (!chain || !wallet) throw new TypeError(`there is no wallet for ${name}`);
    foreign.push({ chain: name, wallet: wallet.name, txId: await chain.sendFrom(wallet) });
  }

  /** On a slow machine all may have been signed before the back-up was made. */
  function nothingForgotten(forgotten: number): void {
    if (forgotten > 0)
      throw new Error(`the restored journal has not noticed that it forgot ${forgotten} attempts`);
    missed.push('restore: nothing was signed between the back-up and it');
  }

  return {
    foreign,
    missed: () => missed,
    forgettable: () => forgettable,
    mayGoBack: () => isBackedUp,
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
          // Not while it fails over: then there is nobody to ask.
          return onServers(({ redis }) => redis.flush());
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
          if (fault.of === 'blocks') begin(reorganize(world.endpoints.control.url, fault));
          return;
        case 'stall':
          begin(stall(world.endpoints.control.url, fault));
          return;
        case 'foreign':
          return sendFromWallet(fault);
        default:
          throw new TypeError(`a ${fault.kind} is a matter of one request`);
      }
    },
    isDisturbed: () => busy > 0,
    async releaseWallets() {
      if (!hasOperator || !(await arePoolsEmpty(world.endpoints, world.wallets))) return false;
      // The embedded form has its data folder to itself.
      if (!world.servers) await crew.killAll();
      const released = await releaseWallets(world);
      if (!world.servers) await crew.resume();
      log(`a person releases ${released.join(', ') || 'no wallet'}`);
      return released.length > 0;
    },
    async finished() {
      await Promise.all(underWay);
    },
  };
}
