import { Crud, type CrudController, type CrudService } from '@dataui/crud'
import { TypeOrmCrudService } from '@dataui/crud-typeorm'
import { Controller, Inject, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm'
import { IsBoolean, IsInt, IsString, Length, MinLength } from 'class-validator'
import Libsql from 'libsql'
import type { Server } from 'node:http'
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm'
import { createBookEntity } from '../book.js'
import type { StartApi } from '../rest-api.js'
import { postgres, toRows, type SqlStore } from '../stores.js'

// Its decorators are those of TypeScript before the standard ones; here they are called as the functions that they are.

class NestBook {}
for (const name of ['title', 'author', 'review', 'isbn']) {
  Column({ type: 'text' })(NestBook.prototype, name)
  IsString({ always: true })(NestBook.prototype, name)
}
Length(1, 200, { always: true })(NestBook.prototype, 'title')
MinLength(1, { always: true })(NestBook.prototype, 'author')
for (const name of ['pages', 'year']) {
  Column({ type: 'integer' })(NestBook.prototype, name)
  IsInt({ always: true })(NestBook.prototype, name)
}
Column({ type: 'boolean' })(NestBook.prototype, 'available')
IsBoolean({ always: true })(NestBook.prototype, 'available')
PrimaryGeneratedColumn()(NestBook.prototype, 'id')

class NestBookService extends TypeOrmCrudService<NestBook> {}
Inject(getRepositoryToken(NestBook))(NestBookService, undefined, 0)
Injectable()(NestBookService)

class NestBookController implements CrudController<NestBook> {
  readonly service: CrudService<NestBook>

  constructor(service: CrudService<NestBook>) {
    this.service = service
  }
}
Inject(NestBookService)(NestBookController, undefined, 0)
Controller('books')(NestBookController)
Crud({ model: { type: NestBook }, query: { limit: 10 } })(NestBookController)

/** NestJS on its Express, with the maintained fork of its usual CRUD package. */
export const startNest: StartApi = async (store) => {
  const { table } = createBookEntity()
  Entity(table)(NestBook)
  class BookModule {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...(store === 'SQLite'
          ? { type: 'better-sqlite3', database: ':memory:', driver: Libsql }
          : { type: 'postgres', url: postgres }),
        entities: [NestBook],
        synchronize: true,
      }),
      TypeOrmModule.forFeature([NestBook]),
    ],
    controllers: [NestBookController],
    providers: [NestBookService],
  })(BookModule)
  const app = await NestFactory.create(BookModule, { logger: false, abortOnError: false })
  await app.init()
  const source = app.get(DataSource)
  const rows = toRows(store as SqlStore).map((row) => ({ ...row, available: Boolean(row['available']) }))
  for (let start = 0; start < rows.length; start += 100)
    await source.getRepository(NestBook).insert(rows.slice(start, start + 100))
  return {
    server: app.getHttpServer() as Server,
    close: async () => {
      await source.query(`DROP TABLE IF EXISTS "${table}"`)
      await source.destroy()
    },
  }
}
