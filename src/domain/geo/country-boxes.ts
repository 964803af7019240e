// Where a programme's parcels can lie when its operator has drawn no service area: a generous box around the country.
// Good for one thing: catching swapped axes and slipped digits (BR-01). A country not listed is not checked.
import type { Bbox } from './area.ts'

/** ISO 3166 code → west, south, east, north in whole degrees, rounded outwards; islands far away left out. */
const boxes: Readonly<Record<string, Bbox>> = {
  AR: [-74, -56, -53, -21], BD: [88, 20, 93, 27], BF: [-6, 9, 3, 16], BJ: [0, 6, 4, 13], BR: [-74, -34, -34, 6], CI: [-9, 4, -2, 11], CM: [8, 1, 17, 14],
  CN: [73, 18, 135, 54], CO: [-80, -5, -66, 14], EG: [24, 21, 37, 32], ES: [-19, 27, 5, 44], ET: [32, 3, 48, 15], GH: [-4, 4, 2, 12], GR: [19, 34, 30, 42],
  IN: [68, 6, 98, 36], KE: [33, -5, 42, 6], KG: [69, 39, 81, 44], LK: [79, 5, 82, 10], MG: [43, -26, 51, -11], ML: [-13, 10, 5, 25], MM: [92, 9, 102, 29],
  MZ: [30, -27, 41, -10], NG: [2, 4, 15, 14], NP: [80, 26, 89, 31], PE: [-82, -19, -68, 1], PH: [116, 4, 127, 22], PK: [60, 23, 78, 38], SN: [-18, 12, -11, 17],
  TG: [-1, 6, 2, 12], TH: [97, 5, 106, 21], TJ: [67, 36, 76, 42], TR: [25, 35, 45, 43], TZ: [29, -12, 41, 0], UG: [29, -2, 36, 5], UZ: [55, 37, 74, 46],
  VN: [102, 8, 110, 24], ZM: [21, -19, 34, -8], ZW: [25, -23, 34, -15],
}
export const countryBox = (code: string): Bbox | null => boxes[code.toUpperCase()] ?? null
