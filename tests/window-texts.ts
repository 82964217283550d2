// Tests of the window's parts show English, as a window does once its texts are loaded.
import { learn } from '#renderer/i18n/i18n.ts'

await learn('en')
