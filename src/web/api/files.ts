// Files of the open operator: sending one with progress, and fetching one that is shown or saved. Not by address alone: every call carries
// the person's token, so an image is fetched and shown from memory.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { longestFileName } from '#domain/kernel/files.ts'
import type { UploadedFile } from '#domain/kernel/uploaded-file.ts'
import { ApiProblem, authorization, problemOf, send } from './client.ts'
import { entityPath } from './operator.ts'

type Sending = { id: string; onProgress: (share: number) => void; signal: AbortSignal }

/** Over a slow line ten megabytes take minutes. */
const patienceMs = 10 * 60_000

/** Sends a file under an id made here; the same id once more goes on where the first attempt was cut off. Throws ApiProblem. */
export function uploadFile(operator: string, file: File, { id, onProgress, signal }: Sending): Promise<UploadedFile> {
  const query = new URLSearchParams({ name: file.name.slice(-longestFileName) || 'file', id })
  // fetch says nothing of how far an upload is.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `${entityPath(operator, 'files')}?${query}`)
    for (const [name, value] of Object.entries({ ...authorization(), 'content-type': 'application/octet-stream', 'x-client': 'web' }))
      request.setRequestHeader(name, value)
    request.timeout = patienceMs
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => onProgress(lengthComputable && total > 0 ? loaded / total : 0)
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (!response.ok) void problemOf(response).then(reject)
      else void response.json().then(resolve, () => reject(new ApiProblem('UNREADABLE', request.status, /* i18n */ 'The answer could not be read.')))
    }
    request.onerror = () => reject(new ApiProblem('OFFLINE', 0, /* i18n */ 'There is no connection to the server.'))
    request.ontimeout = () => reject(new ApiProblem('TIMEOUT', 0, /* i18n */ 'The server did not answer in time.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** The whole file. Throws ApiProblem. */
export const fetchFile = async (operator: string, id: string): Promise<Blob> =>
  await (await send(entityPath(operator, 'files', id), { patience: patienceMs })).blob()

/** Address, within this page, of a small image of a file; undefined until it is there, or when there is none. */
export function usePreview(operator: string, id: string | null): string | undefined {
  const { data: blob } = useQuery({
    queryKey: ['file', operator, id, 'preview'],
    enabled: id !== null,
    // What a file is never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => await (await send(entityPath(operator, 'files', id ?? '', 'preview'), { signal })).blob(),
  })
  return useAddressOf(blob)
}

/** Address of bytes in memory, for as long as they are shown. */
export function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return address
}
