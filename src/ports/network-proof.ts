import type { ErrorCode } from '../errors/codes.ts';
import type { NetworkIdentity } from '../families/shared/formats/network-identity.ts';

/** Which network one endpoint shows, whatever the configuration says. */
export type EndpointProof = { host: string } & (
  | { kind: 'proven'; network: NetworkIdentity }
  | { kind: 'silent'; code: ErrorCode; reason: string }
);
