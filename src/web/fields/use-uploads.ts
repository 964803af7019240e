// Files on their way from a form: each is sent at once, under an id made here, and can be sent again or left. While one is on its way its
// place in the form’s value is taken by what is no id, so that the form cannot be sent without it; saving waits for it.
import { useContext, useEffect, useRef, useState } from 'react'
import { ApiProblem, asApiProblem } from '#web/api/client.ts'
import { uploadFile } from '#web/api/files.ts'
import { storeFile } from '#web/api/outbox/files.ts'
import { isUnreached } from '#web/api/outbox/outcome.ts'
import { NotStored } from '#web/api/outbox/store.ts'
import { UploadsContext } from './uploads-under-way.ts'

export type Upload = { id: string; file: File; share: number; problem: ApiProblem | null; sent: { id: string; name: string } | null; isStored?: true }

const noRoom = /* i18n */ 'There is no connection to the server, and no room left on this device.'
const notStored = /* i18n */ 'There is no connection to the server, and this browser stores nothing here.'
const mark = 'sending:'
export const placeOf = (id: string): string => mark + id
export const isPlace = (value: string): boolean => value.startsWith(mark)

/** `onSent`: the file is at the server, or on this device until its form is sent, under this id. `owner`: for whom this device stores it. */
export function useUploads(operator: string, onSent: (id: string, file: { id: string }) => void, owner = '') {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const heard = useRef(onSent)
  heard.current = onSent
  const underWay = useContext(UploadsContext)
  const change = (id: string, changes: Partial<Upload>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  // A page that is left sends nothing more.
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])
  const run = (id: string, file: File) => {
    const way = send(id, file)
    underWay?.add(way)
    void way.finally(() => underWay?.delete(way))
  }
  const send = async (id: string, file: File): Promise<void> => {
    const controller = new AbortController()
    controllers.current.set(id, controller)
    change(id, { problem: null, share: 0 })
    try {
      const sent = await uploadFile(operator, file, { id, signal: controller.signal, onProgress: (share) => change(id, { share }) })
      if (controller.signal.aborted) return
      change(id, { sent, share: 1 })
      heard.current(id, sent)
    } catch (error) {
      if (controller.signal.aborted) return
      const problem = asApiProblem(error)
      if (owner === '' || !isUnreached(problem)) return change(id, { problem })
      try {
        await storeFile(owner, operator, id, file)
        if (controller.signal.aborted) return
        change(id, { sent: { id, name: file.name }, isStored: true })
        heard.current(id, { id })
      } catch (failed) {
        change(id, { problem: new ApiProblem('OFFLINE', 0, failed instanceof NotStored && failed.isFull ? noRoom : notStored) })
      }
    } finally {
      controllers.current.delete(id)
    }
  }
  return {
    uploads,
    /** Begins sending them; answers their ids. */
    add(files: readonly File[]): string[] {
      const fresh = files.map((file): Upload => ({ id: crypto.randomUUID(), file, share: 0, problem: null, sent: null }))
      setUploads((all) => [...all, ...fresh])
      for (const { id, file } of fresh) run(id, file)
      return fresh.map(({ id }) => id)
    },
    again(id: string) {
      const found = uploads.find((one) => one.id === id)
      if (found) run(id, found.file)
    },
    remove(id: string) {
      controllers.current.get(id)?.abort()
      setUploads((all) => all.filter((one) => one.id !== id))
    },
  }
}
