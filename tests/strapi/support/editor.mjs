const links = '/content-manager/single-types/api::winbox.winbox';
const account = { email: 'editor@operator.example', password: 'Password-of-the-tests-1' };

/** @typedef {{ winbox77_my?: string | null, winboxv2_com?: string | null }} Links */

/** A client of Strapi's admin API, which the admin panel uses. */
export class Editor {
  #url;
  #session = '';

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /**
   * Registers the first administrator.
   *
   * @param {{ url: string }} strapi
   */
  static async register({ url }) {
    const editor = new Editor(url);
    const names = { firstname: 'First', lastname: 'Editor' };
    await editor.#request('POST', '/admin/register-admin', { ...names, ...account });
    await editor.signIn();
    return editor;
  }

  async signIn() {
    const { data } = await this.#request('POST', '/admin/login', account);
    this.#session = data.accessToken;
  }

  /** @param {Links} changed */
  async saveDraft(changed) {
    await this.#request('PUT', links, changed);
  }

  /** @param {Links} changed */
  async publish(changed) {
    await this.#request('POST', `${links}/actions/publish`, changed);
  }

  /** @param {string} name */
  async revokeToken(name) {
    const { data } = await this.#request('GET', '/admin/api-tokens');
    const token = data.find((/** @type {{ name: string }} */ token) => token.name === name);
    await this.#request('DELETE', `/admin/api-tokens/${token.id}`);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async #request(method, path, body) {
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
