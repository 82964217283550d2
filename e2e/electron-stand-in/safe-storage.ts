// A system without a store for secrets, as a machine without a desktop is: nothing may be kept there.
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'basic_text',
  encryptString(): never {
    throw new Error('a secret would be kept in plain text')
  },
  decryptString(): never {
    throw new Error('no secret was kept')
  },
}
