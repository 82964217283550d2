// Tests of the window's parts show English, as a window does once its texts are loaded.
import { learn } from '../src/renderer/i18n/texts.ts'

await learn('en')
