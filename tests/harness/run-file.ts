// The file of a report that was made in the background, by the link that its run says: as the web fetches it.
import type { Answer, Client } from './client.ts'

export async function fileOfRun(client: Client, id: string): Promise<Answer> {
  const { body } = await client.get(`/report-runs/${id}`)
  return await client.get(body.fileUrl ?? `/report-runs/${id}/file`)
}
