/** The JSON values of an ERC-7730 file and of the roles file beside it. */
export interface DescriptorSource {
  /** Names both in faults: the file's name without `.json`. */
  name: string;
  descriptor: unknown;
  roles: unknown;
}
