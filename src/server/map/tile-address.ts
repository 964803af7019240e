// Which tile of the map is asked for: zoom, column, row of the usual web map.

import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'

export type TileAddress = { z: number; x: number; y: number }
/** Beyond this zoom a map enlarges the tiles it has. */
const deepestZoom = 22

/** Throws NOT_FOUND for a layer we do not draw, VALIDATION for numbers that name no tile. */
export function readTileAddress({ layer, z, x, y }: Record<string, string>): TileAddress {
  if (layer !== 'landparcel') throw new Problem('NOT_FOUND', { message: 'There is no such map layer. Parcels are the layer “landparcel”.' })
  const [zoom, column, row] = [numberOf(z), numberOf(x), numberOf(y)]
  const across = 2 ** zoom
  const bad = !(zoom <= deepestZoom) ? 'z' : !(column < across) ? 'x' : !(row < across) ? 'y' : null
  if (bad)
    throw new Problem('VALIDATION', {
      fields: [{ path: bad, code: 'max', message: phrase`There is no such tile: zoom goes to ${deepestZoom}, columns and rows to 2^zoom - 1.` }],
    })
  return { z: zoom, x: column, y: row }
}
const numberOf = (text = ''): number => (/^\d{1,8}$/.test(text) ? Number(text) : Number.NaN)
