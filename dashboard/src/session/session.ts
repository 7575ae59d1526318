import type { ApiKey, FerrymanClient } from 'ferryman-client';
import { createContext, useContext } from 'react';

export type Scope = ApiKey['scopes'][number];
export type Mask = NonNullable<ApiKey['masks']>[number];

/** Who is signed in, and with what rights. The service enforces them; the page only shows them. */
export interface Session {
  client: FerrymanClient;
  keyId: string;
  name: string | undefined;
  scopes: readonly Scope[];
  /** Whose swaps it may submit and change. `undefined`: of all. */
  wallets: readonly string[] | undefined;
  chains: readonly string[] | undefined;
  /** What the service leaves out of its answers. */
  masks: readonly Mask[];
  requestsPerMinute: number | undefined;
  expiresAt: string | undefined;
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('a page was shown without a session');
  return session;
}

/** Whether the key may do what needs `scope`. */
export function useMay(scope: Scope): boolean {
  return useSession().scopes.includes(scope);
}

/** Whether the service leaves anything out of its answers. */
export function useIsMasked(): boolean {
  return useSession().masks.length > 0;
}

/** A key with limits changes nothing that concerns more than its own wallets and chains. */
export function useIsLimited(): boolean {
  const { wallets, chains } = useSession();
  return wallets !== undefined || chains !== undefined;
}
