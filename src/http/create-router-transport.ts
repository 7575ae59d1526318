import { createHash, X509Certificate } from 'node:crypto';
import type { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Agent } from 'undici';
import type { HttpCall } from '../ports/http.ts';
import { createHttpCall } from './call-http.ts';
import { PrivateAddressError, publicLookup } from './public-lookup.ts';

/** What the operator demands of the routing service's host (G01). */
export interface TransportPolicy {
  /**
   * The service may be on this machine or a private network under a name. A URL with an address in
   * it, or with `localhost`, names it itself. Default: false.
   */
  allowPrivateAddresses?: boolean;
  /**
   * SHA-256 of public keys (RFC 7469: of the SPKI, in base64), of which one must be in the
   * certificate chain. Absent: any certificate that the system trusts.
   */
  pins?: readonly string[];
  /** `alert`: another key is reported, and accepted. Default: `enforce`. */
  pinMode?: 'alert' | 'enforce';
}

interface TransportOptions extends TransportPolicy {
  baseUrl: string;
  /** Called when no key of a certificate chain is pinned, with the leaf's. */
  onOtherKey?: (seen: { host: string; pin: string }) => void;
  /** Resolves names; default: the system's. */
  lookup?: typeof systemLookup;
  /** Certificates of authorities in PEM form, instead of the system's. */
  ca?: string;
}

/** No key of the certificate chain is pinned. */
class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError';
}

/** Node's codes of certificates that prove nothing, and of a TLS that is too old to. */
const certificateFault =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|ERR_SSL_(?:UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION))/;

/** Whether a request failed because the host may not be the operator's (G01). */
export function isRefusedHost(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof OtherKeyError || one instanceof PrivateAddressError) return true;
    if ('code' in one && certificateFault.test(String(one.code))) return true;
  }
  return false;
}

/**
 * HTTP to the routing service's host only: no redirect, no other origin, TLS 1.2 or later. A name
 * that resolves to an address that is not public is refused, since an attacker with its DNS would
 * reach services of this network (DNS rebinding). A valid certificate is not enough where keys are
 * pinned: an attacker who hijacks a domain or a route gets one (as at Celer cBridge, August 2022).
 */
export function createRouterTransport(
  options: TransportOptions,
): HttpCall & { close(): Promise<void> } {
  const { baseUrl, allowPrivateAddresses = false, lookup, ca } = options;
  const { origin, hostname } = new URL(baseUrl);
  const isNamedSo = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost';
  const agent = new Agent({
    connect: {
      lookup: publicLookup({
        isAllowed: () => allowPrivateAddresses || isNamedSo,
        ...(lookup ? { lookup } : {}),
      }),
      minVersion: 'TLSv1.2',
      checkServerIdentity: (host, certificate) => identityFault(host, certificate, options),
      ...(ca === undefined ? {} : { ca }),
    },
  });
  const call = createHttpCall(agent);
  const send: HttpCall = async (url, request) => {
    if (new URL(url).origin !== origin)
      throw new TypeError('the URL is not of the routing service’s origin');
    return call(url, request);
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

function identityFault(
  host: string,
  certificate: PeerCertificate,
  { pins, pinMode = 'enforce', onOtherKey }: TransportOptions,
): Error | undefined {
  const fault = checkServerIdentity(host, certificate);
  if (fault || pins === undefined || pins.length === 0) return fault;
  const seen = pinsOf(certificate);
  if (seen.some((pin) => pins.includes(pin))) return undefined;
  onOtherKey?.({ host, pin: seen[0] ?? '' });
  return pinMode === 'alert'
    ? undefined
    : new OtherKeyError(`no key of the certificates of ${host} is pinned`);
}

/**
 * Of a certificate and its issuers. Node links certificates by their names, so each link is proven
 * here: any server can send a certificate with the name of an authority, or one beside the chain.
 */
function pinsOf(leaf: PeerCertificate): string[] {
  const chain: X509Certificate[] = [];
  const read = new Set<string>();
  let one: Partial<PeerCertificate & { issuerCertificate: PeerCertificate }> | undefined = leaf;
  while (one?.raw && !read.has(one.fingerprint256 ?? '')) {
    read.add(one.fingerprint256 ?? '');
    const certificate = new X509Certificate(one.raw);
    const issued = chain.at(-1);
    if (issued && !hasIssued(certificate, issued)) break;
    chain.push(certificate);
    one = one.issuerCertificate;
  }
  return chain.map(pinOf);
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function pinOf({ publicKey }: X509Certificate): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64');
}
