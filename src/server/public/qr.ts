// QR symbols as SVG, drawn here: the code on a label must work for years, so it says an address and nothing else.
import QRCode from 'qrcode'
import { type Html, trusted } from './html.ts'

/** Error correction M (15 %): a label on a bale gets scratched. Quiet zone of the standard's four modules. */
export async function qrSvg(text: string): Promise<Html> {
  return trusted(await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }))
}
