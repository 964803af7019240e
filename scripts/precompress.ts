// Writes each built text file a second time as Brotli at its highest quality, which the server hands out as it is: about a tenth
// smaller than gzip, and too slow to be done while somebody waits.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.js', '.mjs', '.css', '.json', '.svg', '.webmanifest'])
/** Bytes below which nothing is gained. */
const least = 1024

/** The plugin of the build. Pages are left out: the server completes them for each address. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'farmbook:precompress',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir
    },
    async closeBundle(error) {
      if (error) return
      const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.has(extname(name)) && !name.startsWith('.'))
      await Promise.all(names.map((name) => writeCompressed(join(folder, name))))
    },
  }
}

async function writeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.byteLength < least) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
}
