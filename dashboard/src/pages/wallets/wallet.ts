import type { Item } from 'ferryman-client';

export type Wallet = Item<'listWallets'>;
