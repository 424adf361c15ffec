import { type linkFields, linkPath } from '../../../client/site/config.ts';

const [type] = linkPath.split('/').slice(-1);
const links = `/content-manager/single-types/api::${type}.${type}`;
const account = { email: 'editor@operator.example', password: 'Password-of-the-tests-1' };

/** Links by field. */
type Links = Partial<Record<(typeof linkFields)[keyof typeof linkFields], string | null>>;

/** A client of Strapi's admin API, which the admin panel uses. */
export class Editor {
  #url: string;
  #session = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Registers the first administrator. */
  static async register({ url }: { url: string }) {
    const editor = new Editor(url);
    const names = { firstname: 'First', lastname: 'Editor' };
    await editor.#request('POST', '/admin/register-admin', { ...names, ...account });
    await editor.signIn();
    return editor;
  }

  async signIn() {
    const { data } = await this.#request<{ accessToken: string }>('POST', '/admin/login', account);
    this.#session = data.accessToken;
  }

  async saveDraft(changed: Links) {
    await this.#request('PUT', links, changed);
  }

  async publish(changed: Links) {
    await this.#request('POST', `${links}/actions/publish`, changed);
  }

  async revokeToken(name: string) {
    const { data } = await this.#request<{ name: string; id: number }[]>(
      'GET',
      '/admin/api-tokens',
    );
    const token = data.find((token) => token.name === name);
    if (!token) throw new Error(`no token ${name}`);
    await this.#request('DELETE', `/admin/api-tokens/${token.id}`);
  }

  async #request<Data>(method: string, path: string, body?: object): Promise<{ data: Data }> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(this.#session && { Authorization: `Bearer ${this.#session}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
