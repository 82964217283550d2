// How servers decode, one line per feature. A printed report has the last that a server reported.
export { decodings } from '#features/decoding/core/decodings.ts'
