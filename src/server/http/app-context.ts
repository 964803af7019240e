// Everything that handlers of routes are given beside their call: what the whole of HTTP has, with its defaults filled in.
import type { FileLinks } from '#server/auth/file-link.ts'
import type { InvitationLinks } from '#server/auth/invitation-link.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import type { InboxStreams } from '#server/channels/streams.ts'
import type { ImportEnds } from '#server/exchange/import-ends.ts'
import type { FileStorage } from '#server/files/storage.ts'
import type { FairQueue } from '#server/images/fair-queue.ts'
import type { SizedPictures } from '#server/images/sized-pictures.ts'
import type { TileCache } from '#server/map/tile-cache.ts'
import type { GroundSettings } from '../map-settings.ts'
import type { Deps } from './endpoint.ts'

export type AppContext = Deps & {
  files: FileStorage
  streams: InboxStreams
  /** Who decodes pictures when. */
  queue: FairQueue
  previews: SizedPictures
  pictures: SizedPictures
  tiles: TileCache
  maps: GroundSettings
  importEnds: ImportEnds
  isSecure: boolean
  signIn: SignIn | null
  invitations: InvitationLinks | null
  fileLinks: FileLinks
  /** Null: there is no address of the platform. */
  platformToken: string | null
  /** What reports of a provider of telephones are signed with; null: there is no such address. */
  telephoneSecret: string | null
}
