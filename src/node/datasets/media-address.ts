// A image or video as an address for the server: what is no address is a path on the server's machine.

const schemes = ['http://', 'https://', 'file://', 'data:image/']

export function isAddress(reference: string): boolean {
  return schemes.some((scheme) => reference.startsWith(scheme))
}

export function mediaAddress(reference: string): string {
  return isAddress(reference) ? reference : `file://${reference}`
}
